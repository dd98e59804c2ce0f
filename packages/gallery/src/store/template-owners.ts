import { NumberColumn } from './number-column.js';

/** Which template belongs to whom: an owner for each template, and each owner's templates as a linked list. */
export class TemplateOwners {
  readonly #owner = new NumberColumn();
  /** The owner's template before this one, plus 1; 0 ends the list. */
  readonly #previous = new NumberColumn();
  /** For each person, their latest template plus 1. */
  readonly #latest = new NumberColumn();

  ownerOf(template: number): number {
    return this.#owner.get(template);
  }

  /** Notes that the next template belongs to this person. */
  push(person: number): void {
    while (this.#latest.length <= person) this.#latest.push(0);
    this.#owner.push(person);
    this.#previous.push(this.#latest.get(person));
    this.#latest.set(person, this.#owner.length);
  }

  /** The person's templates in the order of enrolment. */
  templatesOf(person: number): number[] {
    const templates: number[] = [];
    for (let at = this.#latest.get(person); at > 0; at = this.#previous.get(at - 1)) templates.push(at - 1);
    return templates.reverse();
  }

  countOf(person: number): number {
    let count = 0;
    for (let at = this.#latest.get(person); at > 0; at = this.#previous.get(at - 1)) count++;
    return count;
  }

  /** Removes a person; each of their templates is then replaced with `replaceByLast`. */
  clear(person: number): void {
    this.#latest.set(person, 0);
  }

  /** Gives the last template the number of this one, whose owner has been cleared. */
  replaceByLast(template: number): void {
    const last = this.#owner.length - 1;
    if (template !== last) {
      const person = this.#owner.get(last);
      this.#owner.set(template, person);
      this.#previous.set(template, this.#previous.get(last));
      this.#redirect(person, last, template);
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
