import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import type { Point, Size } from '../../analysis/box.js';
import { kept, movedBy, FIT, zoomAt, type View } from './view.js';

/** How far the pointer may move before a press counts as a drag instead of a click. */
const CLICK_PIXELS = 4;
const STEP = 1.4;
const WHEEL_PACE = 0.0016;
const KEY_PIXELS = 60;

interface ViewControl {
  readonly view: View;
  /** From the middle, for buttons. */
  readonly zoomBy: (factor: number) => void;
  readonly showAll: () => void;
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
    readonly onClickCapture: (event: MouseEvent<HTMLElement>) => void;
  };
  /** Also for the controls, which are not part of the frame. */
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** Zooming and moving a photo in its frame: wheel, drag, two fingers, and the keys + − 0 and arrows. */
export function useView(element: RefObject<HTMLElement | null>, frame: Size, image: Size): ViewControl {
  const [wanted, setView] = useState(FIT);
  const pressed = useRef(new Map<number, Point>());
  const dragged = useRef(false);
  const view = kept(wanted, frame, image);

  const change = (next: (before: View) => View): void => {
    setView((before) => next(kept(before, frame, image)));
  };
  const zoomOn = (factor: number, at: Point): void => {
    change((before) => zoomAt(before, factor, at, frame, image));
  };
  const zoomBy = (factor: number): void => {
    zoomOn(factor, { x: frame.width / 2, y: frame.height / 2 });
  };
  const moveBy = (by: Point): void => {
    change((before) => movedBy(before, by, frame, image));
  };
  useWheel(element, zoomOn);

  const lift = ({ pointerId }: PointerEvent): void => {
    pressed.current.delete(pointerId);
  };
  return {
    view,
    zoomBy,
    showAll: () => {
      setView(FIT);
    },
    handlers: {
      onPointerDown: (event) => {
        if (event.button !== 0) return;
        if (pressed.current.size === 0) dragged.current = false;
        pressed.current.set(event.pointerId, positionOf(event));
      },
      onPointerMove: (event) => {
        const from = pressed.current.get(event.pointerId);
        if (from === undefined) return;
        const to = positionOf(event);
        const by = { x: to.x - from.x, y: to.y - from.y };
        if (!dragged.current && Math.hypot(by.x, by.y) < CLICK_PIXELS) return;
        const other = [...pressed.current].find(([id]) => id !== event.pointerId)?.[1];
        // While all of the photo is shown, a finger that moves over it scrolls the page.
        if (other === undefined && view.zoom === 1) return;
        if (!dragged.current) event.currentTarget.setPointerCapture(event.pointerId);
        dragged.current = true;
        pressed.current.set(event.pointerId, to);
        if (other === undefined) moveBy(by);
        else zoomOn(distance(to, other) / Math.max(1, distance(from, other)), middle(to, other));
      },
      onPointerUp: lift,
      onPointerCancel: lift,
      onClickCapture: (event) => {
        if (dragged.current) event.stopPropagation();
        dragged.current = false;
      },
    },
    onKeyDown: (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const by = ARROWS[event.key];
      if (event.key === '+' || event.key === '=') zoomBy(STEP);
      else if (event.key === '-') zoomBy(1 / STEP);
      else if (event.key === '0') setView(FIT);
      else if (by !== undefined && view.zoom > 1) moveBy(by);
      else return;
      event.preventDefault();
    },
  };
}

const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: KEY_PIXELS, y: 0 },
  ArrowRight: { x: -KEY_PIXELS, y: 0 },
  ArrowUp: { x: 0, y: KEY_PIXELS },
  ArrowDown: { x: 0, y: -KEY_PIXELS },
};

const positionOf = ({
  clientX,
  clientY,
  currentTarget,
}: {
  clientX: number;
  clientY: number;
  currentTarget: EventTarget & HTMLElement;
}): Point => {
  const { left, top } = currentTarget.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
};

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** React registers wheel listeners as passive, so they could not stop the page from scrolling. */
function useWheel(element: RefObject<HTMLElement | null>, zoomOn: (factor: number, at: Point) => void): void {
  const latest = useRef(zoomOn);
  latest.current = zoomOn;
  useEffect(() => {
    const frame = element.current;
    if (frame === null) return undefined;
    const turn = (event: WheelEvent): void => {
      event.preventDefault();
      const { left, top } = frame.getBoundingClientRect();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      // The fingers of a touch pad come as a wheel with Ctrl, in smaller steps.
      const pace = event.ctrlKey ? WHEEL_PACE * 5 : WHEEL_PACE;
      latest.current(Math.exp(-event.deltaY * lines * pace), {
        x: event.clientX - left,
        y: event.clientY - top,
      });
    };
    frame.addEventListener('wheel', turn, { passive: false });
    return () => {
      frame.removeEventListener('wheel', turn);
    };
  }, [element]);
}

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
