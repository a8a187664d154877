/** The ids of environments and slices. */
export const sliceName = /^[a-z][a-z0-9-]{0,38}$/;
