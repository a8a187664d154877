/** Why the link or the provider that led here did not sign anybody in: kept for the page that says so. */
import { createStore } from '../store';

/** `link`: a mailed one that is too old or was used; `provider`: GitHub or the person said no. */
export type LinkProblem = 'link' | 'provider';

const problem = createStore<LinkProblem | undefined>(undefined);

export const setLinkProblem = (value: LinkProblem | undefined): void => {
  problem.set(value);
};

export const useLinkProblem = (): LinkProblem | undefined => problem.use();
