/**
 * Renders a creator's Markdown without HTML: only React elements, so the text cannot run scripts or load resources.
 * markdown-to-jsx drops script URLs.
 */
import type { ReactNode } from 'react';
import Library, { type MarkdownToJSX } from 'markdown-to-jsx/react';
import { Heading, Link, Text } from '@slipway/design-system';

const Title = ({ children }: { children?: ReactNode }) => (
  <Heading level={4} size="md">
    {children}
  </Heading>
);

/** Shows the alt text: loading an image would reveal the visitor to its host. */
const ImageAlt = ({ alt = '' }: { alt?: string }) => <>{alt}</>;

const ExternalLink = ({ href, children }: { href?: string; children?: ReactNode }) =>
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
    a: ExternalLink,
    img: ImageAlt,
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
