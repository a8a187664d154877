/** What the development server tells the pages that are open. */
/** Sent when a page connects, and after every build. */
export interface DevelopmentState {
  /** Changes when a document would be another one than before: a page that is open loads its own again. */
  document: string;
  /** App (`shell`, or a slice from source) to its newest build. */
  apps: Record<string, { hash: string | null; problem: string | null }>;
}
