/**
 * The allowlist of the loader: only files that the composition lists may run, each with the hash that it lists.
 * A file without a hash is rejected in the same way as a file with a wrong hash.
 */
import { AppError, type Composition } from '@slipway/contracts';

export interface TrustedFile {
  slice: string;
  integrity: string;
  /** For an element's `src`: a `TrustedScriptURL` under Trusted Types, otherwise a plain string. */
  url: string;
}

export interface Trust {
  /** @throws `slice_untrusted` when the composition does not list the URL */
  file(url: string): TrustedFile;
}

/** The part of Trusted Types that the loader uses; TypeScript's DOM library has no types for it. */
export interface PolicyFactory {
  createPolicy(name: string, rules: PolicyRules): PolicyRules;
}

interface PolicyRules {
  createScriptURL(url: string): string;
}

/** `origin` is the page's own; relative bases in the composition resolve against it. */
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
