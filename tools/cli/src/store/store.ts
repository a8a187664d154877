/** Storage for releases and compositions. Keys are paths with `/`. Created keys never change; only pointers move. */

export interface CreateOptions {
  /** Fails when the key exists, also with the same bytes: two processes may claim something with equal content. */
  isClaim?: boolean;
}

export interface CopyOptions {
  /** Both keys may share their bytes on a folder, as hard links. Set it only if the same users may write both keys. */
  mayShare?: boolean;
}

export interface Store {
  /** For messages: a folder's path, or `s3://bucket/prefix`. */
  address: string;
  /**
   * Milliseconds since 1970, by the store's clock, which is the same for all users: a bucket's is that of the service
   * (the `Date` header of its responses), a folder's that of the machine with the folder. Clocks of deployers are not
   * used.
   */
  now(): Promise<number>;
  /** The bytes under `key`, or undefined. @throws `unauthenticated`, `forbidden`, `unavailable`, as every method does */
  get(key: string): Promise<Buffer | undefined>;
  /**
   * Writes a key. Writing the same bytes again succeeds. Atomic for readers. Its headers come from `objectHeaders`.
   * @throws `conflict` if the key exists with other bytes
   */
  create(key: string, bytes: Uint8Array, options?: CreateOptions): Promise<void>;
  /**
   * Copies the bytes of `from` to `to` inside the store if `accepts` returns true for them: exactly these bytes, even
   * if `from` changes in the meantime. Replaces `to`, atomically for readers. Returns the bytes, or undefined if
   * nothing was copied because `from` is missing, was not accepted, or changed. Headers come from the key `to`.
   */
  copy(
    from: string,
    to: string,
    accepts: (bytes: Buffer) => boolean,
    options?: CopyOptions,
  ): Promise<Buffer | undefined>;
  /**
   * Moves a pointer from one value to the next; `from` is undefined for a new pointer. `folder` is what it points to: a
   * folder store keeps a link to it beside the pointer (`current` for `current.json`), for web servers that cannot read
   * the JSON. @throws `conflict` when its value is not `from`
   */
  swap(key: string, from: string | undefined, to: string, folder?: string): Promise<void>;
  /** The names directly below a folder, in any order; empty when the folder does not exist. */
  list(folder: string): Promise<string[]>;
  /** Every key below a folder, with its size in bytes. */
  sizes(folder: string): Promise<Map<string, number>>;
  /** Removes a key, or every key below a folder. Only `prune`, `doctor` and `trust init` use it. A missing key is not an error. */
  remove(key: string): Promise<void>;
  /** Removes temporary files of writes that were interrupted more than an hour ago. A bucket has none. */
  removeLeftovers(): Promise<void>;
}
