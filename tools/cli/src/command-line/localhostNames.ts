/**
 * Names below `localhost`, such as that of a preview, resolve to this machine (RFC 6761). Browsers implement that. Node
 * uses the operating system's resolver, which often does not.
 */
import dns from 'node:dns';

const { lookup } = dns;

/** For the whole process: `fetch` has no option for it. */
export function resolveLocalhostNames(): void {
  dns.lookup = new Proxy(lookup, {
    apply: (target, self, [name, ...more]: [name: string, ...more: unknown[]]): unknown =>
      Reflect.apply(target, self, [/\.localhost$/i.test(name) ? '127.0.0.1' : name, ...more]),
  });
}
