import { NumberColumn } from './number-column.js';

/** Which vector belongs to whom: an owner for each vector, and each owner's vectors as a linked list. */
export class VectorOwners {
  readonly #owner = new NumberColumn();
  /** The owner's vector before this one, plus 1; 0 ends the list. */
  readonly #previous = new NumberColumn();
  /** For each person, their latest vector plus 1. */
  readonly #latest = new NumberColumn();

  ownerOf(vector: number): number {
    return this.#owner.get(vector);
  }

  /** Notes that the next vector belongs to this person. */
  push(person: number): void {
    while (this.#latest.length <= person) this.#latest.push(0);
    this.#owner.push(person);
    this.#previous.push(this.#latest.get(person));
    this.#latest.set(person, this.#owner.length);
  }

  /** The person's vectors in the order of enrolment. */
  vectorsOf(person: number): number[] {
    const vectors: number[] = [];
    for (let at = this.#latest.get(person); at > 0; at = this.#previous.get(at - 1)) vectors.push(at - 1);
    return vectors.reverse();
  }

  countOf(person: number): number {
    let count = 0;
    for (let at = this.#latest.get(person); at > 0; at = this.#previous.get(at - 1)) count++;
    return count;
  }

  /** Removes a person; each of their vectors is then replaced with `replaceByLast`. */
  clear(person: number): void {
    this.#latest.set(person, 0);
  }

  /** Gives the last vector the number of this one, whose owner has been cleared. */
  replaceByLast(vector: number): void {
    const last = this.#owner.length - 1;
    if (vector !== last) {
      const person = this.#owner.get(last);
      this.#owner.set(vector, person);
      this.#previous.set(vector, this.#previous.get(last));
      this.#redirect(person, last, vector);
    }
    this.#owner.drop();
    this.#previous.drop();
  }

  #redirect(person: number, from: number, to: number): void {
    let at = this.#latest.get(person);
    if (at === from + 1) {
      this.#latest.set(person, to + 1);
      return;
    }
    while (at > 0 && this.#previous.get(at - 1) !== from + 1) at = this.#previous.get(at - 1);
    if (at > 0) this.#previous.set(at - 1, to + 1);
  }
}
