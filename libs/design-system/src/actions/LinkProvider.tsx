/** Which component a link is. The app gives its router's; without one a link is a plain `<a>`. */
import { type ComponentPropsWithRef, createContext, createElement, type ReactNode, use } from 'react';

export type LinkComponent = (props: ComponentPropsWithRef<'a'>) => ReactNode;

const PlainLink: LinkComponent = ({ children, ...props }) => <a {...props}>{children}</a>;

const LinkContext = createContext<LinkComponent>(PlainLink);

/** `component` must be the same one at every render. */
export function LinkProvider({ component, children }: { component: LinkComponent; children: ReactNode }) {
  return <LinkContext value={component}>{children}</LinkContext>;
}

/** A link without a look, for the design system's own components. */
export const AppLink = (props: ComponentPropsWithRef<'a'>) => createElement(use(LinkContext), props);
