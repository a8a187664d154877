/**
 * The design system's link inside the console: pages of the console without a page load, `#…` in this page, everything else
 * in a new tab.
 */
import type { ComponentPropsWithRef } from 'react';
import { Link } from 'react-router-dom';

export function ConsoleLink({ href = '', children, ...rest }: ComponentPropsWithRef<'a'>) {
  if (href.startsWith('/'))
    return (
      <Link to={href} {...rest}>
        {children}
      </Link>
    );
  if (href.startsWith('#'))
    return (
      <a href={href} {...rest}>
        {children}
      </a>
    );
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" {...rest}>
      {children}
    </a>
  );
}
