/**
 * Handles view transitions that the next navigation skips: the page is updated anyway, and the router leaves the rejected
 * promise `ready` unhandled. Call it before the router starts its first one.
 */
export function ignoreSkippedTransitions(document: Partial<Pick<Document, 'startViewTransition'>>): void {
  const start = document.startViewTransition?.bind(document);
  if (!start) return;
  document.startViewTransition = (update) => {
    const transition = start(update);
    transition.ready.catch(() => undefined);
    return transition;
  };
}
