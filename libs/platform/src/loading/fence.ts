/**
 * Sets the integrity of each script and stylesheet element when its URL is set, from the hashes that the composition
 * lists, whichever bundler built the code that sets it. An unlisted URL is rejected, and no browser runs a file that
 * does not match its hash. Containers that are ES modules need more: see `moduleEntry.ts`. Decision 030.
 */
import { createTrust, type Trust } from './trust';

/** The part of Trusted Types that the fence uses; TypeScript's DOM library has no types for it. */
interface PolicyFactory {
  createPolicy(name: string, rules: PolicyRules): PolicyRules;
}

interface PolicyRules {
  createScriptURL(url: string): string;
}

type WindowWithPolicies = Pick<Window, 'location'> & { trustedTypes?: PolicyFactory | undefined };

export interface Fence {
  /** Call it with the composition's allowlist. Until then, only the shell's files pass. */
  admit(trust: Trust): void;
  /** The URL of the service worker, as the type that the policy requires. */
  workerAddress: string;
}

/** The only worker. Workers have no integrity attribute; the deploy signs this one with the documents. */
const WORKER = '/slipway-worker.js';

/**
 * Installs the fence for the document. Call it once, before anything is loaded. The shell's first script contains the
 * hashes of its files.
 */
export function installFence(shellBase: string, window: WindowWithPolicies): Fence {
  const { origin } = window.location;
  const releases = `${origin}/slices/`;
  let trust = createTrust({ slices: {} }, origin);
  const policy = takePolicy(window);

  /** Files of a development build change while a page runs, so its composition lists only the container. */
  const isExempt = (url: string) =>
    url.startsWith(origin + shellBase) ||
    (process.env.NODE_ENV === 'development' && url.startsWith(releases) && !trust.isListed(url));

  /** @throws `slice_untrusted` */
  function protect(element: HTMLScriptElement | HTMLLinkElement, url: string): void {
    if (isExempt(url)) return;
    const hash = trust.integrity(url);
    // Browsers ignore the hash of preloaded data, with a warning: the request that uses the data verifies it.
    if (!(element instanceof HTMLLinkElement && element.as === 'fetch')) element.integrity = hash;
    // Without CORS, browsers ignore the hash of a file from another origin.
    element.crossOrigin = 'anonymous';
  }

  guard(HTMLScriptElement.prototype, 'src', (script, address) => {
    const { href } = new URL(address, document.baseURI);
    protect(script, href);
    return policy.createScriptURL(href);
  });
  guard(HTMLLinkElement.prototype, 'href', (link, address) => {
    const href = URL.canParse(address, document.baseURI) ? new URL(address, document.baseURI).href : '';
    // Other links, such as a canonical address, load no file of a release.
    if (href.startsWith(releases) || trust.isListed(href)) protect(link, href);
    return address;
  });

  return {
    admit(composed) {
      trust = composed;
    },
    workerAddress: policy.createScriptURL(WORKER),
  };
}

/**
 * Creates the only policy that the content security policy allows, and hides the factory. The runtime of a slice that
 * was built with a policy then sets plain URLs, which the fence checks.
 */
function takePolicy(window: WindowWithPolicies): PolicyRules {
  const rules = { createScriptURL: (url: string) => url };
  const policy = window.trustedTypes?.createPolicy('slipway-loader', rules) ?? rules;
  Object.defineProperty(window, 'trustedTypes', { value: undefined, writable: false, configurable: false });
  return policy;
}

/** Replaces each new URL of an element by the result of `check`, whether the code sets a property or an attribute. */
function guard<Kind extends HTMLScriptElement | HTMLLinkElement>(
  prototype: Kind,
  name: 'src' | 'href',
  check: (element: Kind, address: string) => string,
): void {
  const native = Object.getOwnPropertyDescriptor(prototype, name);
  const set = function (this: Kind, address: unknown) {
    native?.set?.call(this, check(this, String(address)));
  };
  Object.defineProperty(prototype, name, { ...native, set });
  prototype.setAttribute = function (this: Kind, attribute: string, value: string) {
    if (attribute.toLowerCase() === name) set.call(this, value);
    else Element.prototype.setAttribute.call(this, attribute, value);
  };
}
