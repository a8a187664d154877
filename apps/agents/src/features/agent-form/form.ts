/** The parts that load when a form opens: the form, the functions that send it, and its replacements after that. */
export { AgentForm } from './AgentForm';
export { configureAgent, createAgent } from '../../data/sendForm';
export { CreateFailed } from '../next-steps/CreateFailed';
export { NextSteps } from '../next-steps/NextSteps';
