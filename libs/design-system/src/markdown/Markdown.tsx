/**
 * Renders Markdown of users and models without HTML: only React elements, so the text cannot run scripts or load
 * resources. markdown-to-jsx removes script URLs.
 */
import { isValidElement, type ReactNode, useMemo } from 'react';
import Library, { type MarkdownToJSX } from 'markdown-to-jsx/react';
import { Link } from '../actions/Link';
import { CodeBlock } from '../display/CodeBlock';
import { toast } from '../feedback/toast';
import { messages } from '../messages';
import { Heading, type HeadingLevel } from '../text/Heading';
import { MarkdownLook, TableScroll } from './MarkdownLook';

export interface MarkdownProps {
  text: string;
  /** The level of its headings. */
  level?: HeadingLevel;
  /** The text is still arriving: unclosed marks are hidden. */
  isStreaming?: boolean;
}

interface Parent {
  children?: ReactNode;
}

/** Shows the alt text: loading an image would reveal the reader to the image's host. */
const ImageAlt = ({ alt = '' }: { alt?: string }) => <>{alt}</>;

const ExternalLink = ({ href, children }: Parent & { href?: string }) =>
  href !== undefined && /^https?:\/\//i.test(href) ? (
    <Link href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
      {children}
    </Link>
  ) : (
    <>{children}</>
  );

const TaskMark = ({ checked = false }: { checked?: boolean }) => <>{checked ? '☑' : '☐'}</>;

const WideTable = ({ children }: Parent) => (
  <TableScroll role="group" aria-label={messages.table} tabIndex={0}>
    <table>{children}</table>
  </TableScroll>
);

const Blocks = ({ children }: Parent) => <MarkdownLook dir="auto">{children}</MarkdownLook>;

const textOf = (node: ReactNode): string => {
  if (Array.isArray(node)) return node.map(textOf).join('');
  if (isValidElement<Parent>(node)) return textOf(node.props.children);
  return typeof node === 'string' || typeof node === 'number' ? String(node) : '';
};

/** A block of code. Its first line is in its label, to distinguish it from other blocks. */
function Code({ children }: Parent) {
  const code = textOf(children).trimEnd();
  const label = messages.codeOf.replace('#1', () => code.split('\n', 1)[0]?.trim().slice(0, 40) ?? '');
  return (
    <CodeBlock
      label={label}
      code={code}
      copyLabel={messages.copyOf.replace('#1', () => label)}
      onCopyFailed={() => toast.error(messages.copyFailed, { id: 'copied' })}
    />
  );
}

const optionsFor = (level: HeadingLevel, isStreaming: boolean): MarkdownToJSX.Options => {
  // Omits the id that the library derives from the text: it could duplicate an id of the page.
  const Title = ({ children }: Parent) => (
    <Heading level={level} size="md">
      {children}
    </Heading>
  );
  return {
    disableFrontmatter: true,
    disableParsingRawHTML: true,
    forceBlock: true,
    optimizeForStreaming: isStreaming,
    wrapper: Blocks,
    // Forces the wrapper, also for a single block: it has the styles and the direction of the text.
    forceWrapper: true,
    overrides: {
      ...{ a: ExternalLink, img: ImageAlt, input: TaskMark, pre: Code, table: WideTable },
      ...{ h1: Title, h2: Title, h3: Title, h4: Title, h5: Title, h6: Title },
    },
  };
};

export function Markdown({ text, level = 4, isStreaming = false }: MarkdownProps) {
  const options = useMemo(() => optionsFor(level, isStreaming), [level, isStreaming]);
  // Memoized by text: the messages of a conversation are not parsed again while the user types.
  return useMemo(() => <Library options={options}>{text}</Library>, [options, text]);
}
