/** The parts that load when an agent is withdrawn that others may run: the question, and the functions that decide about it. */
export { readDeployments, stopsOthers } from '../../data/readDeployments';
export { WithdrawDialog } from './WithdrawDialog';
