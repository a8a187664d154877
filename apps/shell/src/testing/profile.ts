/** A reply of the function `own_profile`. */
export const profileOf = (values: Readonly<Record<string, unknown>> = {}) => ({
  json: [
    {
      ...{ full_name: 'Mia', about: '', links: [], color: null, picture: null },
      ...{ mails_reviews: true, mails_failures: true, etag: 'e1' },
      ...values,
    },
  ],
});
