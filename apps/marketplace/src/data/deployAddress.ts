/** The address of the page of deployments, with the dialog of a new one for this agent. */
export const deployAddress = (agentId: string) => `/deployments?agent=${agentId}&new=deployment`;
