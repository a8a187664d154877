/**
 * What may run: the files the composition lists, with the hashes it lists, and nothing else.
 * There is no way around: a file without a hash is refused like a file with a wrong one.
 */
import { AppError, type Composition } from '@slipway/contracts';

export interface TrustedFile {
  slice: string;
  integrity: string;
  /** What an element's `src` takes under Trusted Types; a plain string where the browser has none. */
  url: string;
}

export interface Trust {
  /** @throws `slice_untrusted` when the composition does not list the address */
  file(url: string): TrustedFile;
}

/** What the loader uses of Trusted Types, which TypeScript's DOM library lacks. */
export interface PolicyFactory {
  createPolicy(name: string, rules: PolicyRules): PolicyRules;
}

interface PolicyRules {
  createScriptURL(url: string): string;
}

/** `origin` is the page's own: a relative base in the composition resolves against it. */
export function createTrust(composition: Composition, origin: string, factory?: PolicyFactory): Trust {
  const listed = new Map<string, { slice: string; integrity: string }>();
  for (const [slice, { base, files }] of Object.entries(composition.slices)) {
    for (const [path, integrity] of Object.entries(files)) {
      listed.set(new URL(base + path, origin).href, { slice, integrity });
    }
  }
  const find = (url: string) => {
    const entry = listed.get(new URL(url, origin).href);
    if (!entry) throw new AppError('slice_untrusted', `${url} is not in this composition`);
    return entry;
  };
  const rules = {
    createScriptURL(url: string) {
      find(url);
      return url;
    },
  };
  const policy = factory?.createPolicy('slipway-loader', rules) ?? rules;

  return { file: (url) => ({ ...find(url), url: policy.createScriptURL(url) }) };
}
