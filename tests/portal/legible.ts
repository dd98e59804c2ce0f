import type { Page } from 'playwright-core';

/** Texts that are printed over each other, or cut off by what contains them; empty if all can be read. */
export const illegible = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    interface Shown {
      readonly text: string;
      readonly element: Element;
      readonly rect: DOMRect;
    }
    const isShown = (element: Element): boolean =>
      element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
      element.closest('.visually-hidden, [aria-hidden="true"], .skip, option, pre, .toasts') === null;
    const isHiddenFromSight = (element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).clipPath !== 'none' || isHiddenFromSight(element.parentElement));
    /** What is left of a rectangle inside the parts of the page that scroll. */
    const visiblePart = (rect: DOMRect, element: Element): DOMRect => {
      let { left, right, top, bottom } = rect;
      for (let box: Element | null = element; box !== null; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box);
        if (!/auto|scroll/.test(`${overflowX} ${overflowY}`)) continue;
        const edge = box.getBoundingClientRect();
        left = Math.max(left, edge.left);
        right = Math.min(right, edge.right);
        top = Math.max(top, edge.top);
        bottom = Math.min(bottom, edge.bottom);
      }
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
    };
    const texts: Shown[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = (node.textContent ?? '').trim();
      if (element === null || text === '' || !isShown(element) || isHiddenFromSight(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const whole of range.getClientRects()) {
        const rect = visiblePart(whole, element);
        if (rect.width > 1 && rect.height > 1) texts.push({ text, element, rect });
      }
    }
    const TOLERANCE = 4;
    const overlap = (a: DOMRect, b: DOMRect): boolean =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > TOLERANCE &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > TOLERANCE;
    const found: string[] = [];
    for (const [n, a] of texts.entries()) {
      const over = texts.slice(n + 1).find((b) => b.element !== a.element && overlap(a.rect, b.rect));
      if (over !== undefined) found.push(`“${a.text}” and “${over.text}” overlap`);
      for (let box: Element | null = a.element; box !== null; box = box.parentElement) {
        const { overflowX, overflowY, textOverflow, position } = getComputedStyle(box);
        if (['auto', 'scroll'].includes(overflowX) || ['auto', 'scroll'].includes(overflowY)) break;
        const { left, right, top, bottom } = box.getBoundingClientRect();
        const isCut =
          a.rect.left < left - TOLERANCE ||
          a.rect.right > right + TOLERANCE ||
          a.rect.top < top - TOLERANCE ||
          a.rect.bottom > bottom + TOLERANCE;
        if (overflowX === 'hidden' && textOverflow !== 'ellipsis' && isCut)
          found.push(`“${a.text}” is cut off`);
        if (position === 'fixed') break;
      }
    }
    return [...new Set(found)];
  });
