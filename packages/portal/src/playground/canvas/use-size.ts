import { useLayoutEffect, useState, type RefObject } from 'react';
import type { Size } from '../faces/box.js';

/** The size of an element on the page, as it changes; null until it is laid out. */
export function useSize(element: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const measured = element.current;
    if (measured === null) return undefined;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = measured;
      setSize((before) => (before?.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => {
      observer.disconnect();
    };
  }, [element]);
  return size;
}
