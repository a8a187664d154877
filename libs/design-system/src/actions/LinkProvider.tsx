/** The component that renders links. The app provides its router's; the default is a plain `<a>`. */
import { type ComponentPropsWithRef, createContext, createElement, type ReactNode, use } from 'react';

/** A component that renders a link. */
export type LinkComponent = (props: ComponentPropsWithRef<'a'>) => ReactNode;

const PlainLink: LinkComponent = ({ children, ...props }) => <a {...props}>{children}</a>;

const LinkContext = createContext<LinkComponent>(PlainLink);

/** `component` must be the same on every render. */
export function LinkProvider({ component, children }: { component: LinkComponent; children: ReactNode }) {
  return <LinkContext value={component}>{children}</LinkContext>;
}

/** An unstyled link, for components of the design system. */
export const AppLink = (props: ComponentPropsWithRef<'a'>) => createElement(use(LinkContext), props);
