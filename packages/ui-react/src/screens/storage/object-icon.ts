import type { ObjectKind } from '@basedeck/core/rules'
import {
  Archive,
  CircleAlert,
  File,
  FileAudio,
  FileBraces,
  FileImage,
  FilePlay,
  FileSpreadsheet,
  FileText,
  Folder,
  LoaderCircle,
  type LucideIcon,
} from 'lucide-react'

const ICONS: Readonly<Record<ObjectKind | 'folder', LucideIcon>> = {
  folder: Folder,
  image: FileImage,
  video: FilePlay,
  audio: FileAudio,
  pdf: FileText,
  json: FileBraces,
  csv: FileSpreadsheet,
  text: FileText,
  archive: Archive,
  other: File,
}

/** The picture beside an item of a bucket. */
export function objectIcon(kind: ObjectKind | 'folder', status: string): LucideIcon {
  if (status === 'loading') return LoaderCircle
  return status === 'corrupted' ? CircleAlert : ICONS[kind]
}
