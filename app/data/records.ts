export type Versioned = { id: number; version: number };

/** What a newer record replaced: undefined before, it was not held; undefined after, it is held no more. */
export type Touched<Item> = { before: Item | undefined; after: Item | undefined };

/**
 * Records of one kind by id, each at the newest version that was seen, whether a read or a change brought it: older
 * data never replace newer.
 */
export class Records<Item extends Versioned> {
  private items = new Map<number, Item>();

  /** @param keeps whether a record belongs to what is shown; one that does not is dropped */
  constructor(private readonly keeps: (item: Item) => boolean = () => true) {}

  get = (id: number): Item | undefined => this.items.get(id);
  values = (): IterableIterator<Item> => this.items.values();

  /** Whether this version is held already, or a newer one. */
  has = (id: number, version: number): boolean => (this.items.get(id)?.version ?? -1) >= version;

  /** A whole answer: what it does not hold is dropped, what a change brought while it was under way is newer. */
  load(answer: Iterable<Item>): void {
    const newest = (item: Item) => {
      const stored = this.items.get(item.id);
      return stored && stored.version > item.version ? stored : item;
    };
    this.items = new Map([...answer].map((item) => [item.id, newest(item)]));
  }

  /** One record of a change, or of a read of its own. @returns null: nothing newer than what is held */
  put(item: Item): Touched<Item> | null {
    if (this.has(item.id, item.version)) return null;
    const before = this.items.get(item.id);
    const after = this.keeps(item) ? item : undefined;
    if (after) this.items.set(item.id, after);
    else this.items.delete(item.id);
    return { before, after };
  }

  drop(id: number): Touched<Item> | null {
    const before = this.items.get(id);
    this.items.delete(id);
    return before ? { before, after: undefined } : null;
  }
}
