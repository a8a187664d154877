/** The parameter of the address that opens the details of a deployment (`/deployments?deployment=<id>`). */
export const DETAILS_PARAMETER = 'deployment';
