/** Markdown, in an entry that is loaded on first use: it contains a parser. */
export { Markdown, type MarkdownProps } from './Markdown';
