/** Applications for phones in Dart, Swift and Kotlin: the family's client, by the key that anyone may have. */
import { terminal, type ConnectFile, type FileValues } from './file.js'

const NATIVE_FRAMEWORKS: Readonly<Record<string, (values: FileValues) => ConnectFile[]>> = {
  flutter: ({ address, key }) => [
    terminal(
      'flutter pub add supabase_flutter',
      'flutter run \\',
      `  --dart-define=PROJECT_URL=${address} \\`,
      `  --dart-define=PROJECT_KEY=${key}`,
    ),
    {
      name: 'lib/main.dart',
      language: 'dart',
      code: `import 'package:flutter/material.dart';
import 'package:supabase_flutter/supabase_flutter.dart';

Future<void> main() async {
  WidgetsFlutterBinding.ensureInitialized();
  await Supabase.initialize(
    url: const String.fromEnvironment('PROJECT_URL'),
    anonKey: const String.fromEnvironment('PROJECT_KEY'),
  );
  runApp(const FilesApp());
}

/// Rows by client.from, users by client.auth, files by client.storage.
final client = Supabase.instance.client;

class FilesApp extends StatelessWidget {
  const FilesApp({super.key});

  @override
  Widget build(BuildContext context) {
    return MaterialApp(
      home: Scaffold(
        body: FutureBuilder<List<FileObject>>(
          future: client.storage.from('my-bucket').list(),
          builder: (context, snapshot) {
            if (snapshot.hasError) return Center(child: Text('\${snapshot.error}'));
            final files = snapshot.data ?? const <FileObject>[];
            return ListView(children: [for (final file in files) ListTile(title: Text(file.name))]);
          },
        ),
      ),
    );
  }
}
`,
    },
  ],
  swift: ({ address, key }) => [
    {
      name: 'Package.swift',
      language: 'swift',
      code: `// In Xcode: File, Add Package Dependencies.
.package(url: "https://github.com/supabase/supabase-swift", from: "2.0.0")
`,
    },
    {
      name: 'Project.swift',
      language: 'swift',
      code: `import Foundation
import Supabase

/// Rows by client.from, users by client.auth, files by client.storage.
let client = SupabaseClient(
    supabaseURL: URL(string: "${address}")!,
    supabaseKey: "${key}"
)
`,
    },
    {
      name: 'ContentView.swift',
      language: 'swift',
      code: `import Supabase
import SwiftUI

struct ContentView: View {
    @State private var names: [String] = []

    var body: some View {
        List(names, id: \\.self) { name in
            Text(name)
        }
        .task {
            let files = (try? await client.storage.from("my-bucket").list()) ?? []
            names = files.map(\\.name)
        }
    }
}
`,
    },
  ],
  androidkotlin: ({ address, key }) => [
    {
      name: 'app/build.gradle.kts',
      language: 'kotlin',
      code: `dependencies {
    implementation(platform("io.github.jan-tennert.supabase:bom:3.0.0"))
    implementation("io.github.jan-tennert.supabase:auth-kt")
    implementation("io.github.jan-tennert.supabase:postgrest-kt")
    implementation("io.github.jan-tennert.supabase:storage-kt")
    implementation("io.ktor:ktor-client-android:3.0.0")
}
`,
    },
    {
      name: 'app/src/main/AndroidManifest.xml',
      language: 'xml',
      code: `<manifest xmlns:android="http://schemas.android.com/apk/res/android">
    <!-- Beside what is there: without it the app may not connect. -->
    <uses-permission android:name="android.permission.INTERNET" />
</manifest>
`,
    },
    {
      name: 'app/src/main/java/com/example/files/Project.kt',
      language: 'kotlin',
      code: `package com.example.files

import io.github.jan.supabase.auth.Auth
import io.github.jan.supabase.createSupabaseClient
import io.github.jan.supabase.postgrest.Postgrest
import io.github.jan.supabase.storage.Storage

/** Rows by client.postgrest, users by client.auth, files by client.storage. */
val client = createSupabaseClient(supabaseUrl = "${address}", supabaseKey = "${key}") {
    install(Auth)
    install(Postgrest)
    install(Storage)
}
`,
    },
    {
      name: 'app/src/main/java/com/example/files/MainActivity.kt',
      language: 'kotlin',
      code: `package com.example.files

import android.os.Bundle
import androidx.activity.ComponentActivity
import androidx.activity.compose.setContent
import androidx.compose.foundation.layout.Column
import androidx.compose.material3.Text
import androidx.compose.runtime.produceState
import io.github.jan.supabase.storage.storage

class MainActivity : ComponentActivity() {
    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        setContent {
            val files = produceState(initialValue = emptyList<String>()) {
                value = runCatching { client.storage.from("my-bucket").list().map { it.name } }
                    .getOrDefault(emptyList())
            }
            Column { files.value.forEach { Text(it) } }
        }
    }
}
`,
    },
  ],
}

/** Undefined: no such framework. */
export function nativeFiles(framework: string, values: FileValues): ConnectFile[] | undefined {
  return NATIVE_FRAMEWORKS[framework]?.(values)
}
