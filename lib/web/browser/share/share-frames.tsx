/* Whether pages of others may show the share in a frame, and the text that does it. */
import type { View } from "#lib/schemas/tables/view";
import { SavedCheck } from "../dialogs/saved-check.tsx";
import { SavedText } from "../dialogs/saved-text.tsx";
import { CopyField } from "./copy-field.tsx";
import { frameHtml, type MetaChange, typedOrigins } from "./share-meta.ts";
import { shareTexts } from "./texts.ts";

interface ShareFramesProps {
  view: View;
  address: string;
  change: (wanted: MetaChange) => Promise<boolean>;
  say: Parameters<typeof CopyField>[0]["say"];
}

export function ShareFrames({ view, address, change, say }: ShareFramesProps) {
  const { frameOrigins = [], password, submit } = view.shareMeta ?? {};
  const isOn = frameOrigins.length > 0;
  return (
    <section>
      <h3>{shareTexts.frames}</h3>
      <SavedCheck
        text={shareTexts.mayFrame}
        isOn={isOn}
        set={(checked) => change({ frameOrigins: checked ? ["*"] : [] })}
      />
      {isOn && (
        <>
          {(password !== undefined || submit?.requireLogin) && <p>{shareTexts.frameHint}</p>}
          <SavedText
            label={shareTexts.frameOrigins}
            value={frameOrigins.filter((origin) => origin !== "*").join(" ")}
            placeholder="https://www.example.com"
            maxLength={5000}
            save={(text) => change({ frameOrigins: typedOrigins(text) })}
          />
          <CopyField
            label={shareTexts.snippet}
            text={frameHtml(address, view.name)}
            isFirst={false}
            say={say}
          />
        </>
      )}
    </section>
  );
}
