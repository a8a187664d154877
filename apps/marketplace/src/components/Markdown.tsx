/**
 * What a creator wrote, as Markdown without HTML: React elements alone, so that nothing written runs or loads.
 * Source: markdown-to-jsx, which drops addresses that are scripts.
 */
import type { ReactNode } from 'react';
import Library, { type MarkdownToJSX } from 'markdown-to-jsx/react';
import { Heading, Link, Text } from '@slipway/design-system';

const Title = ({ children }: { children?: ReactNode }) => (
  <Heading level={4} size="md">
    {children}
  </Heading>
);

/** A picture would tell its host who looks: its words stand for it. */
const Picture = ({ alt = '' }: { alt?: string }) => <>{alt}</>;

const Outward = ({ href, children }: { href?: string; children?: ReactNode }) =>
  href !== undefined && /^https?:\/\//i.test(href) ? (
    <Link href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
      {children}
    </Link>
  ) : (
    <>{children}</>
  );

const options = {
  disableParsingRawHTML: true,
  forceBlock: true,
  overrides: {
    a: Outward,
    img: Picture,
    p: Text,
    h1: Title,
    h2: Title,
    h3: Title,
    h4: Title,
    h5: Title,
    h6: Title,
  },
} satisfies MarkdownToJSX.Options;

export const Markdown = ({ text }: { text: string }) => <Library options={options}>{text}</Library>;
