/**
 * A block of code with a copy button. Long lines break at spaces, and inside words longer than a line, so that all code
 * is visible. The caller reports whether the copy succeeded.
 */
import { useEffect, useState } from 'react';
import styled from 'styled-components';
import { IconButton } from '../actions/IconButton';
import { messages } from '../messages';
import { token } from '../tokens';
import { Icon } from './Icon';

export interface CodeBlockProps {
  /** The accessible name: `Example request`. */
  label: string;
  code: string;
  copyLabel?: string;
  onCopied?: () => void;
  onCopyFailed?: () => void;
}

const CONFIRM_MS = 2000;

export function CodeBlock({
  label,
  code,
  copyLabel = messages.copyCode,
  onCopied,
  onCopyFailed,
}: CodeBlockProps) {
  const [isCopied, setCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => {
      setCopied(false);
    }, CONFIRM_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [isCopied]);

  const handleCopy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      setCopied(true);
      onCopied?.();
    } catch {
      onCopyFailed?.();
    }
  };

  return (
    <Root>
      <Lines role="region" aria-label={label}>
        <code>
          {/* Stay whole in an element (theme.css): a word with hyphens such as `--`, and the last one before a `\`. */}
          {code
            .split(/(?<!\S)(\S*-\S*(?: \\$)?|\S+ \\$)/m)
            .map((part, at) => (at % 2 ? <span key={at}>{part}</span> : part))}
        </code>
      </Lines>
      <IconButton label={copyLabel} size="sm" variant="secondary" onClick={() => void handleCopy()}>
        <Icon name={isCopied ? 'check' : 'copy'} size={14} />
      </IconButton>
    </Root>
  );
}

const Root = styled.div`
  display: flex;
  align-items: start;
  border: 1px solid ${token.color.border};
  border-radius: ${token.radius.md};
  background: ${token.color.surfaceSunken};

  & > button {
    margin: ${token.space.sm};
  }
`;

const Lines = styled.pre`
  direction: ltr;
  flex: 1;
  padding: ${token.space.md} 0 ${token.space.md} ${token.space.lg};
  font-family: ${token.font.mono};
  font-size: 0.8125rem;
  line-height: 1.7;
  white-space: pre-wrap;
  overflow-wrap: anywhere;

  & > code {
    font-family: inherit;
  }
`;
