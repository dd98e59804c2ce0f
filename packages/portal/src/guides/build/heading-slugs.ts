/** The anchors of a document's headings, as GitHub makes them; a second heading of the same text gets `-1`. */
export class HeadingSlugs {
  readonly #used = new Map<string, number>();

  next(heading: string): string {
    const slug = heading
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-');
    const times = this.#used.get(slug) ?? 0;
    this.#used.set(slug, times + 1);
    return times === 0 ? slug : `${slug}-${times}`;
  }
}
