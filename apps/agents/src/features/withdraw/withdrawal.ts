/**
 * Loaded when an agent that others may run is withdrawn: the confirmation, and the functions that decide whether it is
 * needed.
 */
export { readDeployments, stopsOthers } from '../../data/readDeployments';
export { WithdrawDialog } from './WithdrawDialog';
