/** The last segment of a deployment's endpoint: its name in lower case, with a hyphen for each character outside a-z and 0-9. */
export const endpointSlug = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '-');
