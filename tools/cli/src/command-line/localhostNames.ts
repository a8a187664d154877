/**
 * Names below `localhost`, such as that of a preview, are this machine (RFC 6761). Browsers know that. Node asks the
 * system, and many systems do not.
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
