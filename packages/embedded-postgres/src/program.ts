/** The program that embeds PostgreSQL: its names in paths, in the database and in messages. */
export type Program = {
  /** Name in messages to the operator, such as `Longhand`. */
  readonly title: string;
  /** Name of the role, of the database and of system folders: lower-case letters. */
  readonly name: string;
  /** Setting that chooses the data folder, such as `DATA_DIR`. */
  readonly dataFolderSetting: string;
  /** Setting that chooses an external server instead, such as `DATABASE_URL`. */
  readonly serverSetting: string;
  /** Page that describes the change to another major version of PostgreSQL. */
  readonly upgradePage: string;
};
