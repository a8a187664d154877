/** Where releases and compositions live. Keys are paths with `/`; what is put once never changes, only pointers move. */

export interface Store {
  /** What a person calls it: a folder's path, or `s3://bucket/prefix`. */
  address: string;
  /** The bytes under `key`, or undefined. @throws `unauthenticated`, `forbidden`, `unavailable`, as every method does */
  get(key: string): Promise<Buffer | undefined>;
  /**
   * Writes a key that must not exist yet with other bytes; the same bytes again are no error.
   * A reader sees all of it or nothing. Its headers are those of `objectHeaders`.
   * @throws `conflict`
   */
  create(key: string, bytes: Uint8Array): Promise<void>;
  /**
   * Moves a pointer from one value to the next; `from` is undefined where there is none yet. `folder` is where it leads:
   * a folder store keeps a link to it beside the pointer (`current` for `current.json`), for servers that read no JSON.
   * @throws `conflict` when it is not at `from`
   */
  swap(key: string, from: string | undefined, to: string, folder?: string): Promise<void>;
  /** The names directly below a folder, in no order; empty where there is none. */
  list(folder: string): Promise<string[]>;
  /** Every key below a folder, to its size in bytes. */
  sizes(folder: string): Promise<Map<string, number>>;
  /** Removes a key, or all below a folder. Only `prune` does; nothing is said about one that was not there. */
  remove(key: string): Promise<void>;
}
