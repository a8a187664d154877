/** What loads when an agent is withdrawn that others may run: the question, and what decides whether it is asked. */
export { readDeployments, stopsOthers } from '../../data/readDeployments';
export { WithdrawDialog } from './WithdrawDialog';
