/** The messages that the development server sends to open pages. */

/** Sent when a page connects, and after every build. */
export interface DevelopmentState {
  /** Changes when the server would render a different document: open pages then reload. */
  document: string;
  /** App (`shell`, or a slice from source) to its newest build. */
  apps: Record<string, { hash: string | null; error: string | null }>;
}
