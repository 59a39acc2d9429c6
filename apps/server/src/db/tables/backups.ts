/** Table of the attempts to make a backup. */
export type BackupsTables = {
  backups: {
    id: string;
    name: string;
    is_scheduled: boolean;
    started_at: Date;
    ended_at: Date;
    bytes: number | null;
    verified_at: Date | null;
    removed_at: Date | null;
    error: string | null;
  };
};
