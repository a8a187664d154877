/** The styles of Markdown: even distances, and lists, quotes, tables and code as in the rest of the app. */
import styled from 'styled-components';
import { token } from '../tokens';

export const MarkdownLook = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space.md};
  overflow-wrap: anywhere;

  & ul,
  & ol {
    display: grid;
    gap: ${token.space.xs};
    padding-inline-start: ${token.space.xl};
  }
  & li > :is(ul, ol, p + p) {
    margin-block-start: ${token.space.xs};
  }
  & blockquote {
    padding-inline-start: ${token.space.md};
    border-inline-start: 3px solid ${token.color.borderStrong};
    color: ${token.color.textMuted};
  }
  & hr {
    width: 100%;
    border: 0;
    border-block-start: 1px solid ${token.color.borderStrong};
  }
  & :not(pre) > code {
    padding: 0.1em 0.3em;
    border: 1px solid ${token.color.borderStrong};
    border-radius: ${token.radius.sm};
    background: ${token.color.surfaceSunken};
    font-family: ${token.font.mono};
    font-size: 0.875em;
  }
  & table {
    border-collapse: collapse;
    font-size: ${token.text.sm};
    overflow-wrap: normal;
  }
  & :is(th, td) {
    padding: ${token.space.xs} ${token.space.md};
    border: 1px solid ${token.color.borderStrong};
    text-align: start;
  }
  & th {
    background: ${token.color.surfaceSunken};
  }
`;

/** A wide table scrolls by itself. */
export const TableScroll = styled.div`
  overflow-x: auto;
`;
