/** Replaces the vendor prefixes of stylis, which styled-components adds only with `enableVendorPrefixes`. */
export const prefix = () => {
  throw new Error(
    'Vendor prefixes are not in this build: see unusedPrefixes in tools/build/src/config.ts to use them',
  );
};
