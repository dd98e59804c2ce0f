import type { LivenessAction } from '../liveness-results.js';
import type { Phase } from './plan.js';
import type { LivenessTexts } from './texts.js';

const ARROW = 'M-9 0H9M2 -8L10 0L2 8';
/** Drawn over the picture, whose middle is at 0, 0; it is a mirror, so that the person's left is on the left. */
const SYMBOLS: Readonly<Record<LivenessAction, { readonly path: string; readonly place: string }>> = {
  turn_left: { path: ARROW, place: 'translate(-30) rotate(180)' },
  turn_right: { path: ARROW, place: 'translate(30)' },
  look_up: { path: ARROW, place: 'translate(0 -30) rotate(-90)' },
  look_down: { path: ARROW, place: 'translate(0 30) rotate(90)' },
  open_mouth: { path: 'M-7 0A7 9 0 1 0 7 0A7 9 0 1 0 -7 0', place: 'translate(0 28)' },
  smile: { path: 'M-12 -4Q0 12 12 -4', place: 'translate(0 28)' },
  close_eyes: { path: 'M-18 -3Q-11 5 -4 -3M4 -3Q11 5 18 -3', place: 'translate(0 -30)' },
  come_closer: { path: 'M-6 -6L-16 -16M-16 -8V-16H-8M6 6L16 16M16 8V16H8', place: '' },
};

const STYLE = `
  :host { display: block; }
  .instruction { margin: 0 0 0.5em; min-height: 2.6em; font-size: 1.25em; font-weight: 600; line-height: 1.3; text-align: center; }
  .stage { position: relative; overflow: hidden; aspect-ratio: var(--ratio, 4 / 3); max-height: 70vh; margin: auto; border-radius: 0.75em; background: #111; }
  video { width: 100%; height: 100%; object-fit: cover; transform: scaleX(-1); }
  svg { position: absolute; inset: 0; width: 100%; height: 100%; }
  path, circle { fill: none; stroke-linecap: round; stroke-linejoin: round; }
  .track { stroke: rgb(255 255 255 / 45%); stroke-width: 2; }
  .done { stroke: var(--facet-liveness-colour, #2fd6b5); stroke-width: 3; transition: stroke-dasharray 0.4s linear; }
  .edge { stroke: rgb(0 0 0 / 65%); stroke-width: 7; }
  .line { stroke: #fff; stroke-width: 4; }
  .symbol { animation: pulse 0.8s ease-in-out infinite alternate; }
  @keyframes pulse { from { opacity: 0.55; } }
  @media (prefers-reduced-motion: reduce) { .done { transition: none; } .symbol { animation: none; } }
`;

export interface LivenessView {
  readonly video: HTMLVideoElement;
  /** One instruction, also spoken. */
  readonly say: (text: string) => void;
  readonly showPhase: (phase: Phase | null, action: LivenessAction | null) => void;
  /** Fills the ring; 0 to 1. */
  readonly showProgress: (share: number) => void;
  readonly remove: () => void;
}

/** The camera picture with its instructions, in a part of the page that no style of the page reaches. */
export function showView(element: Element, texts: LivenessTexts): LivenessView {
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  // A style element would be against the content security policy of many pages.
  const style = new CSSStyleSheet();
  style.replaceSync(STYLE);
  root.adoptedStyleSheets = [style];
  const instruction = document.createElement('p');
  instruction.className = 'instruction';
  instruction.setAttribute('role', 'status');
  instruction.setAttribute('aria-live', 'assertive');
  const stage = document.createElement('div');
  stage.className = 'stage';
  const video = document.createElement('video');
  Object.assign(video, { muted: true, playsInline: true, autoplay: true });
  video.setAttribute('aria-label', texts.picture);
  video.addEventListener('resize', () => {
    stage.style.setProperty('--ratio', `${video.videoWidth} / ${video.videoHeight}`);
  });
  const drawing = svg('svg', { viewBox: '-50 -50 100 100', 'aria-hidden': 'true' });
  const ring = { r: '44', pathLength: '100', transform: 'rotate(-90)' };
  const done = svg('circle', { ...ring, class: 'done', 'stroke-dasharray': '0 100' });
  const symbol = svg('g', { class: 'symbol' });
  drawing.append(svg('circle', { ...ring, class: 'track' }), done, symbol);
  stage.append(video, drawing);
  root.append(instruction, stage);
  element.append(host);
  return {
    video,
    say: (text) => {
      instruction.textContent = text;
    },
    showPhase: (phase, action) => {
      host.dataset['phase'] = phase ?? '';
      host.dataset['action'] = action ?? '';
      const shown = action === null ? null : SYMBOLS[action];
      symbol.replaceChildren(
        ...(shown === null ? [] : ['edge', 'line']).map((name) =>
          svg('path', { class: name, d: shown?.path ?? '', transform: shown?.place ?? '' }),
        ),
      );
    },
    showProgress: (share) => {
      done.setAttribute('stroke-dasharray', `${Math.round(share * 100)} 100`);
    },
    remove: () => {
      host.remove();
    },
  };
}

function svg(name: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
