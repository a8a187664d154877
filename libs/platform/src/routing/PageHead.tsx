/**
 * The description, canonical address and indexing of the page that is shown. The document that the server sent has those of
 * the first page: the elements are changed, so that none occurs twice.
 */
import { useEffect } from 'react';
import { useSite } from '../boot/hostHooks';
import type { HostRoute } from '../boot/hostContext';

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

/** Renders nothing. */
export function PageHead({ route: { access, head = {} } }: { route: Pick<HostRoute, 'access' | 'head'> }) {
  const site = useSite();
  const isIndexed = access === 'public' && head.robots !== 'noindex';
  const description = isIndexed ? (head.description ?? site.description) : undefined;
  const { canonical } = head;
  useEffect(() => {
    setMeta('robots', isIndexed ? undefined : 'noindex');
    setMeta('description', description);
    setElement(
      'link[rel="canonical"]',
      () => Object.assign(document.createElement('link'), { rel: 'canonical' }),
      'href',
      canonical,
    );
  }, [isIndexed, description, canonical]);
  return null;
}
