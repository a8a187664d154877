/** What loads when a form opens: the form, what sends it, and what takes its place then. */
export { AgentForm } from './AgentForm';
export { configureAgent, createAgent } from '../../data/sendForm';
export { CreateFailed } from '../next-steps/CreateFailed';
export { NextSteps } from '../next-steps/NextSteps';
