/** Where releases and compositions live. Keys are paths with `/`; what is put once never changes, only pointers move. */

export interface Store {
  /** The bytes under `key`, or undefined. */
  get(key: string): Promise<Buffer | undefined>;
  /**
   * Writes a key that must not exist yet with other bytes; the same bytes again are no error.
   * A reader sees all of it or nothing.
   * @throws `conflict`
   */
  create(key: string, bytes: Uint8Array): Promise<void>;
  /**
   * Moves a pointer from one value to the next; `from` is undefined where there is none yet.
   * @throws `conflict` when it is not at `from`
   */
  swap(key: string, from: string | undefined, to: string): Promise<void>;
  /** The names directly below a folder, in no order; empty where there is none. */
  list(folder: string): Promise<string[]>;
}
