/** What the browser loaded the page with. */
const first = location.hash;
let moved = false;

/**
 * Whether the person has gone from one view to another; the first view leaves the focus to the browser. Asked whenever a
 * view appears. No event tells it in time: a person may follow a link before the first view is rendered.
 */
export function hasMoved(): boolean {
  moved ||= location.hash !== first;
  return moved;
}
