/** A conversation, in an entry that is loaded on first use. */
export { Chat, type ChatProps } from './Chat';
export { ChatComposer, type ChatComposerProps } from './ChatComposer';
export { ChatMessage, type ChatMessageProps } from './ChatMessage';
