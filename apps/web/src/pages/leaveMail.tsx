import { FollowLink } from '../features/links/FollowLink.tsx';

/** Where the link at the foot of each mail of notifications leads. */
export default function LeaveMailPage() {
  return (
    <FollowLink
      title="No more mail of notifications"
      about="The page goes on telling you of everything. Under Settings, Notifications you can have mail again."
      button="End this mail"
      done="No more mail of notifications is sent to you."
      name="leaveMail"
    />
  );
}
