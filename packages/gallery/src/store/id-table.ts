import { NumberColumn } from './number-column.js';
import { TextArena } from './text-arena.js';

const FIRST_SLOTS = 1 << 10;

/**
 * Gives every id a small number, and the numbers of removed ids out again. The ids lie as bytes in an arena and are
 * found through an open hash table: about a third of what a Map of strings takes, and nothing for the garbage
 * collector to walk over.
 */
export class IdTable {
  #texts = new TextArena();
  /** Where the id of each number lies in the arena, plus 1; 0 for numbers that are free. */
  readonly #places = new NumberColumn();
  readonly #free: number[] = [];
  /** Numbers plus 1 at the places that the hashes give, or the next free ones; 0 is empty. */
  #slots = new Uint32Array(FIRST_SLOTS);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Numbers in use are below this. */
  get limit(): number {
    return this.#places.length;
  }

  idOf(number: number): string | undefined {
    const place = number < this.#places.length ? this.#places.get(number) : 0;
    return place === 0 ? undefined : this.#texts.get(place - 1);
  }

  numberOf(id: string): number | undefined {
    const entry = this.#slots[this.#slotOf(this.#texts.encode(id))] ?? 0;
    return entry === 0 ? undefined : entry - 1;
  }

  /** Adds an id that is not in the table yet. */
  add(id: string): number {
    if (2 * (this.#size + 1) > this.#slots.length) this.#resize(2 * this.#slots.length);
    const bytes = this.#texts.encode(id);
    const slot = this.#slotOf(bytes);
    const place = this.#texts.add(bytes) + 1;
    const number = this.#free.pop() ?? this.#places.length;
    if (number === this.#places.length) this.#places.push(place);
    else this.#places.set(number, place);
    this.#slots[slot] = number + 1;
    this.#size++;
    return number;
  }

  remove(id: string): void {
    const slot = this.#slotOf(this.#texts.encode(id));
    const entry = this.#slots[slot] ?? 0;
    if (entry === 0) return;
    this.#texts.forget(this.#places.get(entry - 1) - 1);
    this.#places.set(entry - 1, 0);
    this.#free.push(entry - 1);
    this.#size--;
    this.#closeGap(slot);
    if (this.#texts.isMostlyForgotten) this.#repack();
  }

  /** The slot that holds this id, or the empty one where it belongs. */
  #slotOf(bytes: Uint8Array): number {
    const mask = this.#slots.length - 1;
    for (let slot = hash(bytes) & mask; ; slot = (slot + 1) & mask) {
      const entry = this.#slots[slot] ?? 0;
      if (entry === 0 || this.#texts.equals(this.#places.get(entry - 1) - 1, bytes)) return slot;
    }
  }

  /** Moves entries behind a gap forward, so that none is cut off from the slot where its search begins. */
  #closeGap(start: number): void {
    const mask = this.#slots.length - 1;
    let gap = start;
    this.#slots[gap] = 0;
    for (let slot = (gap + 1) & mask; ; slot = (slot + 1) & mask) {
      const entry = this.#slots[slot] ?? 0;
      if (entry === 0) return;
      const home = hash(this.#texts.bytesAt(this.#places.get(entry - 1) - 1)) & mask;
      if (((slot - home) & mask) < ((slot - gap) & mask)) continue;
      this.#slots[gap] = entry;
      this.#slots[slot] = 0;
      gap = slot;
    }
  }

  #resize(slots: number): void {
    this.#slots = new Uint32Array(slots);
    for (let number = 0; number < this.#places.length; number++) {
      const place = this.#places.get(number);
      if (place > 0) this.#slots[this.#slotOf(this.#texts.bytesAt(place - 1))] = number + 1;
    }
  }

  /** Copies what is left to a new arena. */
  #repack(): void {
    const texts = new TextArena();
    for (let number = 0; number < this.#places.length; number++) {
      const place = this.#places.get(number);
      if (place > 0) this.#places.set(number, texts.add(this.#texts.bytesAt(place - 1)) + 1);
    }
    this.#texts = texts;
  }
}

/** FNV-1a, with a last mix because the table uses the lower bits. */
function hash(bytes: Uint8Array): number {
  let sum = 0x811c9dc5;
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193);
  return (sum ^ (sum >>> 15)) >>> 0;
}
