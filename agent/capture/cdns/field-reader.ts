import type { CborCursor } from './cbor-cursor.ts';

/** The value `absent` stands for what is not told, in fields that are numbers from 0 on. */
export const absent = -1;

/** The fields of a map whose values are numbers from 0 on, by the names of its keys. */
export type Fields<Keys> = { [Name in keyof Keys]: number };

/** A field reader reads the fields of maps that have these keys. */
export class FieldReader<Keys extends Readonly<Record<string, number>>> {
  /** The names by number. */
  readonly #names: (keyof Keys | undefined)[] = [];
  readonly #none: Fields<Keys>;

  constructor(keys: Keys) {
    const none = {} as Fields<Keys>;
    for (const name in keys) {
      this.#names[keys[name]!] = name;
      none[name] = absent;
    }
    this.#none = none;
  }

  /** Reads a map; a field that it does not have is `absent`. `other` may read the value of a key in its own way. Throws a CaptureError. */
  read(cursor: CborCursor, other?: (key: number) => void): Fields<Keys> {
    const fields = { ...this.#none };
    cursor.entries((key) => {
      const value = cursor.at;
      other?.(key);
      const name = this.#names[key];
      if (cursor.at === value && name !== undefined) fields[name] = cursor.count();
    });
    return fields;
  }
}
