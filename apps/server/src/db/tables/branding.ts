/** Table of the logos of this server. */
export type BrandingTables = {
  branding_logos: {
    variant: 'light' | 'dark';
    type: string;
    bytes: Buffer;
    changed_at: Date;
  };
};
