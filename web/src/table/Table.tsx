export default function Table({ id }: { id: string; invitation: string | null }) {
  return <main>{id}</main>;
}
