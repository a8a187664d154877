/** Cache Storage in memory, as far as the service worker uses it: jsdom has none. */

class FakeCache {
  private readonly responses = new Map<string, Response>();

  constructor(private readonly storage: FakeCaches) {}

  private readonly address = (path: string) => new URL(path, this.storage.origin).href;
  match = (path: string) => Promise.resolve(this.responses.get(this.address(path))?.clone());
  keys = () => Promise.resolve([...this.responses.keys()].map((url) => ({ url })));
  delete = (path: string) => Promise.resolve(this.responses.delete(this.address(path)));
  put(path: string, response: Response): Promise<void> {
    if (this.storage.isFull) return Promise.reject(new Error('QuotaExceededError'));
    this.responses.set(this.address(path), response);
    return Promise.resolve();
  }
}

export class FakeCaches {
  isFull = false;
  private readonly caches = new Map<string, FakeCache>();

  constructor(readonly origin: string) {}

  open(name: string): Promise<FakeCache> {
    const cache = this.caches.get(name) ?? new FakeCache(this);
    this.caches.set(name, cache);
    return Promise.resolve(cache);
  }
  keys = () => Promise.resolve([...this.caches.keys()]);
  delete = (name: string) => Promise.resolve(this.caches.delete(name));
  /** In the order of creation. */
  async match(path: string): Promise<Response | undefined> {
    for (const cache of this.caches.values()) {
      const found = await cache.match(path);
      if (found) return found;
    }
    return undefined;
  }
  /** Replaces a file in every cache that has it. */
  async overwrite(path: string, text: string): Promise<void> {
    for (const cache of this.caches.values())
      if (await cache.match(path)) await cache.put(path, new Response(text));
  }
}
