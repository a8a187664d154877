/**
 * The description, canonical URL and indexing of the current page. The document from the server has those of the first
 * page: its elements are changed, not repeated.
 */
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { isDynamic } from '@slipway/contracts';
import { type HostRoute, useHost } from '../boot/hostContext';

/** Sets an element of the head, or removes it where `value` is undefined. */
function setElement(selector: string, create: () => HTMLElement, attribute: string, value?: string): void {
  const found = document.head.querySelector<HTMLElement>(selector);
  if (value === undefined) {
    found?.remove();
    return;
  }
  const element = found ?? document.head.appendChild(create());
  element.setAttribute(attribute, value);
}

const setMeta = (name: string, content?: string) => {
  setElement(
    `meta[name="${name}"]`,
    () => Object.assign(document.createElement('meta'), { name }),
    'content',
    content,
  );
};

/** Sets the metadata of the page. Renders nothing. */
export function PageHead({ route }: { route: Pick<HostRoute, 'access' | 'head' | 'path'> }) {
  const { site, address } = useHost().composition;
  const { pathname } = useLocation();
  const { access, path, head = {} } = route;
  const isListed = access === 'public' && head.robots !== 'noindex';
  const description = isListed ? (head.description ?? site.description) : undefined;
  const canonical =
    isListed && address !== undefined
      ? address + (head.canonical ?? (isDynamic(path) ? pathname : path))
      : undefined;
  useEffect(() => {
    // Without an address, the environment's pages are not for search engines.
    setMeta('robots', isListed && address !== undefined ? undefined : 'noindex');
    setMeta('description', description);
    setElement(
      'link[rel="canonical"]',
      () => Object.assign(document.createElement('link'), { rel: 'canonical' }),
      'href',
      canonical,
    );
  }, [isListed, address, description, canonical]);
  return null;
}
